-- in batches after the functions, on account_balances, businesses, journal_entries
-- From the functions on, every posting moves what is counted here. A batch holds up the postings of its businesses, so it
-- is of few months; the months of one business come together, because finding what is left looks at all businesses.
SELECT count_month_by_type_v1(n.business_id, n.period, n.basis)
  FROM (SELECT s.id AS business_id, m.period, m.basis
          FROM businesses s
         CROSS JOIN LATERAL (SELECT DISTINCT b.period, b.basis FROM account_balances b
                              WHERE b.business_id = s.id AND b.account_id = '00000000-0000-0000-0000-000000000000'
                                AND b.tag_definition_id = '00000000-0000-0000-0000-000000000000' AND b.grain = 'M'
                                AND b.bank_count IS NULL) m
         LIMIT 100) n;
