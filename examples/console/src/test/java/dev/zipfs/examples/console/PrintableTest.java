package dev.zipfs.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "plain.txt", "häßlich/東京/🎲.bin", "a b", "~!@#$%^&*()"})
    void leavesHarmlessNamesAlone(String name) {
        assertThat(Printable.name(name)).isSameAs(name);
    }

    @Test
    void escapesWhatDrivesATerminal() {
        assertThat(Printable.name("a\u001b[2Jb\nc\rd\te\u0000f\u007fg\u009bh"))
                .isEqualTo("a\\u001b[2Jb\\nc\\rd\\te\\u0000f\\u007fg\\u009bh");
    }

    @Test
    void escapesMarksThatTurnTheReadingDirection() {
        assertThat(Printable.name("exe.\u202etxt\u2066x\u2028")).isEqualTo("exe.\\u202etxt\\u2066x\\u2028");
    }

    @Test
    void showsWhatStandsForCharactersThatWindowsCannotHold() {
        assertThat(Printable.name("a\uf03ab")).isEqualTo("a\\uf03ab");
    }

    @Test
    void escapesSurrogatesWithoutPartnerOnly() {
        assertThat(Printable.name("x\ud83d")).isEqualTo("x\\ud83d");
        assertThat(Printable.name("\ude00x\n🎲")).isEqualTo("\\ude00x\\n🎲");
    }

    @Test
    void twoNamesNeverLookTheSame() {
        assertThat(Printable.name("a\\nb")).isEqualTo("a\\\\nb").isNotEqualTo(Printable.name("a\nb"));
    }

    @Test
    void messagesKeepTheirBackslashes() {
        assertThat(Printable.text("C:\\games\\x.zip: bad\u0007")).isEqualTo("C:\\games\\x.zip: bad\\u0007");
    }
}
