import { GenericContainer, Wait } from 'testcontainers'
import type { ComposeService } from '@pacioli/compose'

export interface ContainerOptions {
  /** The name that others find it by; several containers may have the same. */
  alias: string
  /** The name of the network. */
  network: string
  /** Found again, and removed, by this. */
  labels: Record<string, string>
  /** Ports of the container by the port of this machine, on loopback, that leads there. */
  ports?: readonly { container: number; host: number }[]
  /** More environment. */
  environment?: Record<string, string>
  /** In place of what the compose file says. */
  command?: string[]
  volumes?: readonly { source: string; target: string }[]
  onOutput?: (chunk: Buffer) => void
}

/** A container as a service of the compose file is one: with its image, its settings and its confinement. */
export class ComposeContainer extends GenericContainer {
  constructor(service: ComposeService, options: ContainerOptions) {
    super(service.image)
    const { alias, network, labels, ports = [], environment, volumes = [], onOutput } = options
    const command = options.command ?? service.command
    this.withNetworkMode(network).withNetworkAliases(alias).withLabels(labels)
    this.withEnvironment({ ...service.environment, ...environment })
    if (command) this.withCommand(command)
    if (service.user) this.withUser(service.user)
    this.withTmpFs(
      Object.fromEntries(
        (service.tmpfs ?? []).map((tmpfs) => tmpfs.split(':')).map(([path = '', how = '']) => [path, how]),
      ),
    )
    this.withDroppedCapabilities(...(service.cap_drop ?? [])).withSecurityOpt(...(service.security_opt ?? []))
    this.withBindMounts(volumes.map(({ source, target }) => ({ source, target, mode: 'rw' as const })))
    this.withExposedPorts(...ports.map((port) => ({ ...port, protocol: 'tcp' as const })))
    if (onOutput) this.withLogConsumer((stream) => stream.on('data', onOutput))
    this.hostConfig.ReadonlyRootfs = service.read_only ?? false
    this.hostConfig.Init = service.init ?? false
    this.withStartupTimeout(180_000)
    if (service.restart === 'no') this.withWaitStrategy(Wait.forOneShotStartup())
  }

  /** The library would publish on every address of the machine. */
  protected override async beforeContainerCreated(): Promise<void> {
    const bindings = this.hostConfig.PortBindings as Record<string, { HostIp?: string; HostPort: string }[]> | undefined
    for (const binding of Object.values(bindings ?? {}).flat()) binding.HostIp = '127.0.0.1'
  }
}
