-- Each sign-in asks whether factors were removed since the last one: of nearly everybody there is no such entry.
CREATE INDEX "sign_in_entries_removals" ON "sign_in_entries"("user_id") WHERE "result" = 'reset_done';
