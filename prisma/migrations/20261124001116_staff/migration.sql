-- The operating company's staff, by their accounts.
CREATE TABLE "staff_members" (
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_members_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "staff_members_role_check" CHECK ("role" IN ('support', 'finance', 'engineer', 'admin'))
);
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
