const given = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not given`)
  return value
}

export const baseUrl = given('BASE_URL')
export const business = given('BUSINESS')
export const token = given('TOKEN')
export const external_id = given('EXTERNAL_ID')
export const amount = Number(given('DEBIT'))
export const balanced = Number(given('CREDIT'))
