/** Business of operations that belong to the client as a whole, such as creating a business. */
export const NO_BUSINESS = '00000000-0000-0000-0000-000000000000'
