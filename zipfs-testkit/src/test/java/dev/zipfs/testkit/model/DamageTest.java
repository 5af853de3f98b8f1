package dev.zipfs.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DamageTest {
    private static final byte[] BYTES = Content.random(500, 1).toBytes();

    @ParameterizedTest
    @EnumSource(Damage.class)
    void equalSeedsDoEqualDamageToACopy(Damage damage) {
        byte[] before = BYTES.clone();
        for (long seed = 0; seed < 200; seed++) {
            assertThat(damage.to(BYTES, seed)).isEqualTo(damage.to(BYTES, seed)).isNotEqualTo(BYTES);
        }
        assertThat(BYTES).isEqualTo(before);
        assertThat(damage.to(new byte[0], 1)).isEmpty();
    }

    @Test
    void anyDamageIsRepeatable() {
        assertThat(Damage.any(BYTES, 7)).isEqualTo(Damage.any(BYTES, 7)).isNotEqualTo(Damage.any(BYTES, 8));
    }
}
