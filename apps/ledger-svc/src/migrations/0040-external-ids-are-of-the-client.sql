-- in a cluster alone
-- What is unique there has to name the business; business_external_ids has it.
DROP INDEX businesses_external_id;
