package dev.zipfs.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonLineTest {
    @Test
    void writesEveryKindOfValueInTheOrderGiven() {
        JsonLine inner = new JsonLine().put("k", 1);
        assertThat(new JsonLine()
                        .put("text", "t")
                        .put("number", -5L)
                        .put("flag", true)
                        .putNull("nothing")
                        .put("missing", (String) null)
                        .put("object", inner)
                        .put("list", List.of(inner, new JsonLine()))
                        .put("empty", List.of())
                        .toString())
                .isEqualTo("{\"text\":\"t\",\"number\":-5,\"flag\":true,\"nothing\":null,\"missing\":null,"
                        + "\"object\":{\"k\":1},\"list\":[{\"k\":1},{}],\"empty\":[]}");
    }

    @Test
    void writesNumbersOfEveryKind() {
        assertThat(new JsonLine()
                        .put("ratio", 0.25)
                        .put("none", Double.NaN)
                        .put("samples", new long[] {1, -2})
                        .put("no samples", new long[0])
                        .toString())
                .isEqualTo("{\"ratio\":0.250000,\"none\":null,\"samples\":[1,-2],\"no samples\":[]}");
    }

    @Test
    void quotesWhatJsonDemands() {
        assertThat(JsonLine.quote("a\"b\\c/d\ne\u0001f\tg")).isEqualTo("\"a\\\"b\\\\c/d\\ne\\u0001f\\u0009g\"");
    }

    @Test
    void quotesWhatIsNotValidUnicode() {
        assertThat(JsonLine.quote("\ud800x\udc00🎲ä")).isEqualTo("\"\\ud800x\\udc00🎲ä\"");
    }

    @Test
    void quotesWhatDrivesATerminal() {
        assertThat(JsonLine.quote("\u007f\u009b\u202e\u2028")).isEqualTo("\"\\u007f\\u009b\\u202e\\u2028\"");
    }
}
