package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DriveLettersTest {
    private final Set<Character> taken = new HashSet<>(Set.of('C', 'M', 'O'));
    private final DriveLetters letters = new DriveLetters(() -> taken);

    @Test
    void lettersFromMToQComeFirst() {
        assertThat(letters.free())
                .startsWith('N', 'P', 'Q', 'R')
                .endsWith('B', 'A')
                .hasSize(23);
    }

    @Test
    void aLetterIsClaimedOnce() {
        assertThat(letters.claim('N')).isTrue();
        assertThat(letters.claim('N')).isFalse();
        assertThat(letters.free()).startsWith('P');

        letters.release('N');
        assertThat(letters.claim('N')).isTrue();
    }

    @Test
    void aTakenLetterIsNotGiven() {
        assertThat(letters.claim('C')).isFalse();
        taken.add('P');
        assertThat(letters.claim('P')).isFalse();
    }
}
