export const bearerToken = 'Bearer {token}'
export const logoutError = 'Logout Error'
