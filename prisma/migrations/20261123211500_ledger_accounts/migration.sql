-- AlterEnum
ALTER TYPE "AccountKind" ADD VALUE IF NOT EXISTS 'own';
ALTER TYPE "AccountKind" ADD VALUE IF NOT EXISTS 'receipts';
