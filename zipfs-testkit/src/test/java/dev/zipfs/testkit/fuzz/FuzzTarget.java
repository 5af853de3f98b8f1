package dev.zipfs.testkit.fuzz;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** The places where an archive's bytes come in. The classes have the form that Jazzer asks for and need nothing of it. */
enum FuzzTarget {
    Index(IndexFuzzer::fuzzerTestOneInput, Seeds::archives),
    Names(NamesFuzzer::fuzzerTestOneInput, Seeds::names),
    ExtraFields(ExtraFieldsFuzzer::fuzzerTestOneInput, Seeds::extraFields),
    Inflater(InflaterFuzzer::fuzzerTestOneInput, Seeds::streams);

    /** One execution. */
    interface Execution {
        void run(byte[] input) throws IOException;
    }

    private final Execution execution;
    private final Supplier<List<byte[]>> seeds;

    FuzzTarget(Execution execution, Supplier<List<byte[]>> seeds) {
        this.execution = execution;
        this.seeds = seeds;
    }

    List<byte[]> seeds() {
        return seeds.get();
    }

    void run(byte[] input) throws IOException {
        execution.run(input);
    }
}
