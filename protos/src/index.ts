export { loadProtos, loadServices, rawDefinition, type protobuf } from './load.ts'
