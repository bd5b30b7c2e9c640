/** Input that can't be posted as it is. The message says where, what was expected and what came. */
export class Refusal extends Error {
  override name = 'Refusal'
}
