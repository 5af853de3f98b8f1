package dev.zipfs.testkit.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.zipfs.testkit.model.Damage;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A short and always equal run of what {@code mvn -Pfuzz} runs for as long as one likes. */
@Timeout(120)
class FuzzTargetsTest {
    private static final int EXECUTIONS = 4000;

    @ParameterizedTest
    @EnumSource
    void seedsPass(FuzzTarget target) {
        assertThat(target.seeds()).hasSizeGreaterThan(10).allSatisfy(seed -> target.run(seed));
    }

    @ParameterizedTest
    @EnumSource
    void damagedSeedsPass(FuzzTarget target) {
        List<byte[]> seeds = target.seeds();
        for (int i = 0; i < EXECUTIONS; i++) {
            byte[] input = Damage.any(seeds.get(i % seeds.size()), i);
            assertThatCode(() -> target.run(input))
                    .as(() -> "input " + HexFormat.of().formatHex(input))
                    .doesNotThrowAnyException();
        }
    }
}
