-- Days kept while the version before moved credit to and fro may be wrong: they are read from the postings once more, when
-- the credit moves. From here on functions/customer-credit-days.sql notices every such move.
UPDATE customer_credits SET dated = NULL WHERE dated IS NOT NULL;
