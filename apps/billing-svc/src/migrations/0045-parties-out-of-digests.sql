-- in batches, on standing_entries
-- For some days digests had the party behind an @.
UPDATE standing_entries e
   SET digest = split_part(e.digest, '@', 1), party_id = nullif(split_part(e.digest, '@', 2), '')::uuid,
       party_revision = e.revision
  FROM (SELECT business_id, source_id, source_type, event FROM standing_entries WHERE digest LIKE '%@%' LIMIT 5000) n
 WHERE (e.business_id, e.source_id, e.source_type, e.event) = (n.business_id, n.source_id, n.source_type, n.event)
