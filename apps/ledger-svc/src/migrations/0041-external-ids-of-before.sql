-- in batches after the functions, on businesses, business_external_ids
INSERT INTO business_external_ids (client_id, external_id, business_id)
SELECT b.client_id, b.external_id, b.id
  FROM businesses b
 WHERE b.external_id IS NOT NULL
   AND NOT EXISTS (SELECT FROM business_external_ids k WHERE k.client_id = b.client_id AND k.external_id = b.external_id)
 LIMIT 1000
ON CONFLICT DO NOTHING;
