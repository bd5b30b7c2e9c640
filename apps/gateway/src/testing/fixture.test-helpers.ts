/** The interface of this release with a service and a field more, of which the gateway knows nothing but their protos. */
import { loadProtos, rawDefinition } from '@pacioli/protos'
import { Contract } from '../contract/descriptors.ts'
import { Interface } from '../contract/interface.ts'

const root = loadProtos(`${import.meta.dirname}/fixture/`)

export const fixture = new Interface(new Contract(root))

/** What a server of the fixture serves. */
export const definitionOf = (service: string) => rawDefinition(root.lookupService(service))

export const messageOf = (name: string) => root.lookupType(name)
