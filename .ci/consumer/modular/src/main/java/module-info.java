/** A host that names the API alone: formats and drivers have to be found as services. */
module consumer.modular {
    requires dev.zipfs;
}
