import { expect, test } from 'vitest'
import { functionsIn } from './functions.ts'

const signaturesIn = (sql: string) => functionsIn(sql).map(({ signature }) => signature)

test('a function is identified by the types of its input parameters', () => {
  expect(
    signaturesIn(`
-- CREATE OR REPLACE FUNCTION in a comment
CREATE OR REPLACE FUNCTION none_v1() RETURNS void LANGUAGE sql AS $$ SELECT f(1) $$;
CREATE OR REPLACE FUNCTION all_v2(
  p_id uuid, p_ids uuid[] DEFAULT NULL, p_grain "char", p_block_lines integer DEFAULT 1000, p_sum numeric(10, 2) = round(1.5, 1),
  VARIADIC p_words text[], OUT outcome text, OUT answer text
) LANGUAGE plpgsql AS $$ BEGIN END $$;`),
  ).toEqual(['none_v1()', 'all_v2(uuid, uuid[], "char", integer, numeric(10, 2), text[])'])
})
