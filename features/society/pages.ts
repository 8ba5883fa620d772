import type { Pages } from '#ui/router/page.ts'

export const societyPages = {
  '/coop/member-management/import': {
    needs: 'member.create',
    title: 'Import members',
    icon: 'FileUp',
    page: async () => (await import('#features/society/imports/web/ImportPage.tsx')).ImportPage,
  },
  '/coop/financial-operations/contributions/import': {
    needs: 'contribution.post',
    title: 'Import contributions',
    icon: 'FileUp',
    page: async () => (await import('#features/society/imports/web/ContributionImportPage.tsx')).ContributionImportPage,
  },
  '/coop/financial-operations/setup': {
    needs: 'configuration.review',
    title: 'Configuration',
    icon: 'SlidersHorizontal',
    menu: [55, 'books'],
    page: async () => (await import('#features/society/configuration/web/ConfigurationPage.tsx')).ConfigurationPage,
  },
} as const satisfies Pages
