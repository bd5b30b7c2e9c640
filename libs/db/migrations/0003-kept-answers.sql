-- Large answers are kept as long as those of their client together are within a budget. One that is not kept any more is
-- an empty text, which is no answer; its key and hash stay, so that a repeat never writes again.
--
-- The budget is the client's, and the application sees one business at a time. The owner, which nobody can log in as, may
-- look over all of them, in a function that takes the client from the setting.
CREATE POLICY budget ON idempotency_keys TO CURRENT_USER USING (client_id = app_client_id());
