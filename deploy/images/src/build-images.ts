/** `npm run images`: builds the images of the services. */
import { Command, InvalidArgumentError } from 'commander'
import { buildImage, imageSize, IMAGES, isImageName, productVersion, tagOf, type ImageName } from './images.ts'

type Options = {
  service: ImageName[]
  version: string
  repository: string
  network?: string
  buildArg: string[]
  quiet?: boolean
}

const oneMore = (given: string, before: string[] | undefined): string[] => [...(before ?? []), given]

function oneMoreService(given: string, before: ImageName[] | undefined): ImageName[] {
  if (!isImageName(given)) throw new InvalidArgumentError(`Expected one of ${IMAGES.join(', ')}.`)
  return [...(before ?? []), given]
}

const program = new Command('npm run images --')
  .description('Builds the images of the services, tagged <repository>/<service>:<version>, with the docker command.')
  .option('--service <name>', 'only this one; may be repeated (default: all)', oneMoreService)
  .option('--version <version>', 'the tag', productVersion())
  .option('--repository <name>', 'what stands before the name of the service', 'pacioli')
  .option('--network <name>', "docker's --network, for a machine whose containers do not reach the npm registry")
  .option(
    '--build-arg <NAME=value>',
    'for the Dockerfile, such as NPM_CONFIG_REGISTRY; may be repeated; kept in no image',
    oneMore,
  )
  .option('--quiet', 'without the lines of the builder')
  .showHelpAfterError()
  .parse()

const {
  service: services = [...IMAGES],
  buildArg: buildArgs = [],
  quiet,
  ...options
} = program.opts<Partial<Options>>()
const settings = { ...options, version: options.version ?? productVersion(), buildArgs }

try {
  for (const [index, service] of services.entries()) await build(service, `[${index + 1}/${services.length}]`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

async function build(service: ImageName, at: string): Promise<void> {
  const began = performance.now()
  process.stdout.write(`${at} ${tagOf(service, settings)} …\n`)
  const onLine = (line: string): void => void process.stdout.write(`      ${line}\n`)
  const tag = await buildImage(service, { ...settings, ...(quiet ? {} : { onLine }) })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${at} ${tag} built in ${seconds} s, ${await imageSize(tag)} MB\n`)
}
