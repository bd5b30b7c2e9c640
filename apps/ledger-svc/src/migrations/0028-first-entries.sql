-- in batches after the functions, on businesses, journal_entries
-- From the functions on, the first posting of a business that has none here looks for it itself.
UPDATE businesses b SET first_entry_at = n.at
  FROM (SELECT s.id, e.entry_at AS at
          FROM businesses s
         CROSS JOIN LATERAL (SELECT j.entry_at FROM journal_entries j
                              WHERE j.business_id = s.id AND j.entry_type <> 'CLOSING_ACTION_RETAINED_EARNINGS'
                              ORDER BY j.entry_at LIMIT 1) e
         WHERE s.first_entry_at IS NULL LIMIT 100) n
 WHERE b.id = n.id AND b.first_entry_at IS NULL;
