package dev.zipfs.testkit.contract;

import dev.zipfs.spi.DriveBackend;
import dev.zipfs.testkit.fake.FakeBackend;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Backends that are wrong, without a kernel: what programs see, how drives end and where they appear is all in the fake. */
class DriveBackendContractTest extends ContractMutants<Rig> {
    static class Subject extends DriveBackendContract {
        @Override
        protected DriveBackend backend() {
            return new Rig.Backend();
        }

        @Override
        protected DriveAccess access(Path root) {
            return Rig.current.access(root);
        }

        @Override
        protected boolean unmountFromOutside(Path root) {
            FakeBackend.mountAt(root).unmountFromOutside();
            return true;
        }
    }

    DriveBackendContractTest() {
        super(Subject.class);
    }

    @Override
    Rig sound() {
        return new Rig();
    }

    @Override
    void use(Rig rig) {
        Rig.current = rig;
    }

    /** For the first three a program must see the drive; the last is the library's part more than the backend's. */
    @Override
    Set<String> exempt() {
        return Set.of(
                "otherProgramsMapFiles",
                "programsRunFromTheDrive",
                "copiesEqualTheOriginal",
                "aClosedDriveLeavesNoFilesAndNoHandles");
    }

    @Override
    List<Mutant<Rig>> mutants() {
        List<Mutant<Rig>> all = new ArrayList<>();
        all.addAll(WrongReading.mutants());
        all.addAll(WrongFaults.mutants());
        all.addAll(WrongEnds.mutants());
        all.addAll(WrongPlaces.mutants());
        return all;
    }
}
