package dev.zipfs.testkit.corpus;

import dev.zipfs.NameRules;
import dev.zipfs.testkit.codec.Codecs;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ErrorKind;
import dev.zipfs.testkit.model.ExpectedTree;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Recipes about compression methods. {@link #LINES} was packed by the programs of Debian 12 with the command beside each; what
 * no program writes any more is made by the encoders of {@link Codecs}.
 */
final class MethodCases {
    private static final String LINES = lines();

    private static final String FIRST_LINES = LINES.substring(0, 2000);

    /** The data of {@code 7z a -tzip -mm=Deflate64 x.zip lines.txt}. */
    private static final String DEFLATE64 =
            "ndi5DRQBAARBnyguhJuZe3bD4RWIV4BAZI9EBkUAbbVXnz58eXu5Xr6+u7y8vPvw6e3l5/uXPy+/X/64fHv5+uPbN5dXfy5vf739"
                    + "/ufy+e3P91/fvPgXRINqMA1uGtw1eGjw1ODQ4NQgvppfh2eHb4d3h3+Hh4ePh5eHn5efl5+Xn5efl5+Xn5efl5+Xn5efj5+Pn4+f"
                    + "j5+Pn4+fj5+Pn4+fj5/f+PmNn9/4+Y2f3/j5jZ/f+PmNn9/4+Y2f3/n5nZ/f+fmdn9/5+Z2f3/n5nZ/f+fmdnz/4+YOfP/j5g58/"
                    + "+PmDnz/4+YOfP/j5g58/+fmTnz/5+ZOfP/n5k58/+fmTnz/5+ZOfH/z84OcHPz/4+cHPD35+8PODnx/8/ODnJz8/+fnJz09+fvLz"
                    + "k5+f/Pzk5yc/P/l5rjw9V76eK2/Plb/nyuNz5fO58vpc+X2uPD9Xv/8/JOf3/wPl/kPl/oPl/sPl/gPm/kPm/oPm3ObiOBfXuTjP"
                    + "xX0uDnRxoYsTXdzo4kgXV7o408WdLg51camLU13c6uJYF9e6ONfFvS4OdnGxi5Nd3OziaBdXuzjbxd0uDndxuYvTXdzu4ngX17s4"
                    + "38X9Lg54ccGLE17c8OKIF1e8OOPFHS8OeXHJi1Ne3PLimBfXvDjnxT0vDnpx0YuTXtz04qgXV70468VdLw57cdmL017c9uK4F9e9"
                    + "OO/FfS8OfHHhixNf3PjiyBdXvjjzxZ0vDn1x6YtTX9z66tZXt7669dWtr259deurW1/d+urWV7e+uvXVra9ufXXrq1tf3frq1le3"
                    + "vrr11a2vbn1166tbX9366tZXt7669dWtr259deurW1/d+urWV7e+uvXVra9ufXXrq1tf3frq1le3vrr11a2vbn1166tbX9366tZX"
                    + "t7669dWtr259deurW1/d+urWV7e+uvXVra9ufXXrq1tf3frq1le3vrr11a2vbn1166tbX9366tZXt7669dWtr259deurW1/d+urW"
                    + "V7e+uvXVra9ufXXrq1tf3frq1le3vrr11a2vbn1166tbX9366tZXt7669dWtb259c+ubW9/c+ubWN7e+ufXNrW9ufXPrm1vf3Prm"
                    + "1je3vrn1za1vbn1z65tb39z65tY3t7659c2tb259c+ubW9/c+ubWN7e+ufXNrW9ufXPrm1vf3Prm1je3vrn1za1vbn1z65tb39z6"
                    + "5tY3t7659c2tb259c+ubW9/c+ubWN7e+ufXNrW9ufXPrm1vf3Prm1je3vrn1za1vbn1z65tb39z65tY3t7659c2tb259c+ubW9/c"
                    + "+ubWN7e+ufXNrW9ufXPrm1vf3Prm1je3vrn1za1vbn1z65tb39z65tY3t7659c2tb259c+ubW9/I+v4C";

    /** The data of {@code 7z a -tzip -mm=LZMA x.zip lines.txt}, which ends with a mark: flag 1. */
    private static final String LZMA =
            "GgIFAF0AYAAAADYaSh8IoCYDTQad7+2JIfzUvkgK2vZPyrwf46EvAAYHBHiPSSJTz7vSZI375eXkTnepoNoqphGGDPLmgciOyOuk"
                    + "TlpCk3Ms4f8ON288+q3b4cBa1KuCEMk3bywH0oe1tQPgluqNqFR51AxwxJSjQdmvWlRChnaS/FIKPADQCBs9e0DXTgksQhIHkrOi"
                    + "kwH2DZqrVcLWOjtMb9oX20CpBu2sVVh0vs41lUzMFBTLLm1V86zQJjgDEKscNXzdTcEbAAYkfLayQzHXGHJNFdLTInjil5Zan91t"
                    + "uuUA+VsG42jRU8ejJSSH08j00Blf2pobB7wr9u+dNcx++p7vmkei7wpp/2docgVnh3mFJpQtiqQazsyb8c/L8ZAK7/nve7Bx8ybl"
                    + "yJoT9tO/nQdmaw+kmEarZ+vSYrV2dV/c7SLiIDKxTUxSTeaBuiOCx19TePAAL+JUaHw5dz3k4ZN21tHw6pU+K5LpGp6Vsdm5b/c4"
                    + "ufq7AY7bdiUcAv+vycdYqMBRkW24WpKaamW0DCHpHpoFcv0FI7CqxB64rSDcVHz/T6KXwHg74hwnWSs/DEU/bf8wiTJfsHeJbciF"
                    + "P/3gvorAiCFBc0eGuWQNDdbCEDTc9n/zNJcBuglpJ7atbgFLTMx3Wz4YeADDqXhe9Q5YyCj2CNZ7qwC3SD0BzcUmv6kv//8hvAsA";

    /** The data of {@code 7z a -tzip -mm=PPMd x.zip lines.txt}. */
    private static final String PPMD =
            "BwBr+3GcTCSSerVo6lP1XQ/RdqJjhqjJGzPAskx/ffIwWCfbJv28sqPwAqcIkskhIFrJsdGz+1bwfswoG6JRLuoJA1pYuPPjqaUt"
                    + "Q+AB8TFERzd/A37qm6ypa0Jh0yyuMyRT8AxFzJGJukiFMKuYfRaf6sFlz/amV5DJLqZicz6jRDl2lmSXxPiX/y9TLBgGFpjy2ceU"
                    + "dmERlNyL8WeowflrWc4rPceMABY/01HWPRL3K+4+IudteX5yTDhT2AsV+Eot1O1NUk/T6LP7yRU+n8J+P0/ngBYZ2aqP5Lv9AYSW"
                    + "n4DBcckS3TClfCC6wmocJhAD3NqzUN00XMJ7dKJmSeMu7OOvGY/yRJdcXWCjg1/dPiKiu/5VNaTMMKYRaZfbha3nCKf27ZXlyHTp"
                    + "exYVbbRSdKgY07ln1rzmXe/kCvGplSvDqvGnPNS7HsnM7FnbuK/Kjz0jfBTms1KyLaL1YYKGrJA6e9gwIXt2fwtX4IviKyLwKPlZ"
                    + "lnB/GuWcTRtputKpfrvh2X8xT1FwbEMHBe+0HVsoIQEogWa3ko75vAh6x4nr0tH5nWCZMk72Hl4ypwuLfZdIZieZZjYq8qyRXYrW"
                    + "vn2f5L6oFRU9vMNeUVx+1XnADG/F1vFZHi8Rm5MSb/G9o0vMa4uzaAdooimyyDDhJD+Ph57N8Xu3Exx3dcP15KxofBdsQGhGx31z"
                    + "pq9aT9OJIhS7hp4TvJd5E/r7ONq8UysJBI5/8yvDbs9VRE0/gwoeCFZLQfjn2KW8tyWdNAAA";

    /** {@code bzip2 lines.txt}. */
    private static final String BZIP2 =
            "QlpoOTFBWSZTWXlAcZMAG+lZgAAQQAB/4D9v3aBQBF6AUpVdSlYBU21CP/VKqZAAADGAAmAAJhVTP/1SalP/SqAAAAxgAJgACYFK"
                    + "jVUM/VR6mCAHk1PMIvQIvUIthF3CL0DrGOs4xjHWMde/zOMr9np6+33e/xkA7KAcEA2GgaBsIBwUA7MgHjAAdsKAeMgHZQDggGw0"
                    + "DQNhAOCgHZkA8YADjBAPGQDsoBwQDYaBoGwgHBQDsyAeMABsNA0DYQDgoB2ZAPHjnOc5znOc6hF5hF2CL26dHTp06dOnp6vGQDso"
                    + "De973vzzyqqqqqqqqqqqqqqqqqpMSAXd3i7u7uzxkDe973v585zEzWZtM1mbTNZm0zWZtM1mbTNSVjrEzJWOsTMlY6xMyVjrF61n"
                    + "V3d3bxgBd3d4u7u73ve978srHWJmSsdYkqZx1iSpnEzN5pMzeaTM3mkzN5pMzeaTM3mkvWtVd3d27MgHjAF85znOHjOOsSbzSZm8"
                    + "0mZmUzMymZmUzMymZmUySddYkk66xetauXd3bgoB2ZBy+cu7knSAAAAABlVWZV3dthAOCg5y+c5wdySSSSSQAAAGVVZmbzMlSSSp"
                    + "JJuSRJLu8u7klgAAAACSXrWru75doBsNA0c5zl84NyQAAAAAZVVmZmcZOckkkuSJJJNy7u7y5JQAAAJJJJJJJrOb3vd3d32UA4IB"
                    + "ve973xxxgAAAABy5HPWta6NLqEXcIv0EWBF7BF2CL1CLsEXUIuoRdwi9wi8Qi8Ai0EX5BF/Qi8Ai7BF7hF2CL5BFsIvIItgi+oRe"
                    + "QIthFsEWgi9wi7hF/xdyRThQkHlAcZM=";

    /** {@code (head -c 8000 lines.txt | bzip2 -1; tail -c +8001 lines.txt | bzip2 -9)}: two streams. */
    private static final String BZIP2_STREAMS =
            "QlpoMTFBWSZTWZIiK68ACvdZgAAQQAB/4D9v3aBAAj2Jx2BETSfqgf6qAAAAo0Jqf/qqho0AABlP/9VSn+qn6o9/qqjQAAATVSal"
                    + "G3lU/UmEAPJqegK9QV7ArgFeAV6grCc5zlLGkqNezbnu36alADBADIVAuFgWBcREMEAMhUC4WBYFwqBkIAYKANddWta1rWta1dgV"
                    + "6AruCvfnm5555znOeeefPrLWLWta306dOm97311iWMFjBYwWMGxtzbAFvKs1mZVcdQAAFvW9Zmsyq46QAALernszNZVcaAAAt6rM"
                    + "zM1VcdAAO7uzuRAEkkTgSNBgAEkkFARaDAb3nOc73vet/LguN73vec5z5b3vakuwK8Ar9ArIK9wV3BXsCu4K7ArsCvAK+AV1BXkC"
                    + "sAr8wK/oK8gV3BXwCuO4K+YKyCvqCuIFeYK+sCuAVxArAK+AV4BX4u5IpwoSEkRFdeBCWmg5MUFZJlNZKbLoZQAPiNmAABBAAH/g"
                    + "P2/doEADHYKVThgGMABMAATCJ6VR7J/6qVAAAAgf/6qqH7T9VRNAAABNVT1UntJ+pT9UwjIDwp6qh7Kh7qhioeFQ9lQ2VVYxjvrl"
                    + "vq6+zt7u8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA+8VQ9VQ7Khy5cuOOOOOONa1rWta1rWta589ttpJJJJJJJxxxwa0AA"
                    + "GtSSSSSeN3dYq7usVd3WKu7rFZznO98872AAc+fSWZkszJZmSzMlmZLMyWZksy6xV3dYrOc53vnnewADWt1iru6xV3dLMyWZkszJ"
                    + "ZmSzMlmZLMyW+++/TpzzvYABrUkkkkkkkknHHHBrQAAa1JJJJJJJJzd5znLWtACqq3vYAAAA1rWrMyqqqqq3vYAAAA1rWrMyqqqq"
                    + "q3vYAAAA6czM6re91VVVVZmAAAAcx0VDqqHhUP0qHkqH3VDsqHuqHZUOqodVQ8Kh3VDzVDmqGyofmVD+qh/vOqHZUO6oeVUN1QxU"
                    + "PRUMlQ+yoekqGKhkqGyod1Q8Kh/xdyRThQkCmy6GUA==";

    /** {@code xz --block-size=8000 lines.txt}: three blocks. */
    private static final String XZ =
            "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4B8/APldADYaSh8IoCYDTQad7+2JIfzUvkgK2vZPyrwf46EvAAYHBHiPSSJTz7vSZI37"
                    + "5eXkTnepoNoqphGGDPLmgciOyOukTlpCk3Ms4f8OL1jVJ4DTWgBNFO7CRNYvs99BXIeQ0rgI8yfHBTPM+qUa4euG0FeUY2+Ts67B"
                    + "clztCCNsGjcy5DZjWNwhOa/TalvTrVCCoE+EnQxQ31RjDaNoUJdqXskt2pSXcWuzwdbsaxM/0xOsYNx1G+v8MGsDs6qLcX0sAMBM"
                    + "8cmM6aEfybxnBsX4cN61VgfgI591+/B6hznmcratexiiw0TEykMZyCkxJYdK7EgTqNybCK/QoAAAAAADrKA9K6wjKAIAIQEWAAAA"
                    + "dC/lo+AfPwEVXQA0m4jOdIZBxyyAWTGif+RD5EFIINqJbhIp1zpRdrDiJlI1FihZQMMdAE2grbHiR3a7JZdjym5zcE6/2Ouo4ku5"
                    + "4w6i9v1b1A+spPsZFjoM9tzppPYDcStoxMojZd3aGLfY+q0esg94uuClSjvVZcnIOx3D951ltRoLz7tEZ45LT9LUxJVhIFY4krBR"
                    + "45PyfF5XLUI5606WiPBy8Fr2WOXsoo31by1/BVRzU5Z3QpJahHkX7q3Dt/d1XS/1YyscsJyKB27F0/4rQL+2bflVFqfYFMPFKYMI"
                    + "RTQBqCFJMG5qouqg2x9JYP6hXp8Xh2Qk2BOPIv5mLRUhIEOv8HuPJTlNbBmca0Hpvg98rX1uAs2yp65m2SCgAAAAAGrIm/lotCkr"
                    + "AgAhARYAAAB0L+Wj4BDBAK5dADKdCTSge/l96uYlOobThxfnQ68a/KFljtxiAoHe+4qtSCJQi33kqz1s3tuBWvyiEM348iDdpAAh"
                    + "ERqfmb8qHCN/gWaEqRE42YGoYZfO/95hYLCooDZyuTcJUPM+ANuYPWdPtZSlFau8PYA4S5LXZy3MBEDbTMwMQJQQGESaulF6IwqD"
                    + "/TWYNXOE4O3F0nNj4mgEZESCiv6fDHttAqKo7ygcj8qVyUJBEfCnwgRrIAAAAKMvKaRJhiQBAAOVAsA+sQLAPsoBwiEAAA/eoHOs"
                    + "Jz4tBAAAAAAEWVo=";

    /** {@code (head -c 8000 lines.txt | zstd -19; tail -c +8001 lines.txt | zstd -19)}: two frames. */
    private static final String ZSTANDARD =
            "KLUv/QRo9QgARpIuGoA5xQYINOAb4p0VowXCDO4iu7t3uvSJZgUDMQAjACIARXO7WezVWqVOXwMcGInGQdCFgyPh6EJAD8eAgMGg"
                    + "CAaFNgyJRo+FAlFDEYxKjwLFIlY0t1wTz4rmFmviWdHcUk08K5pbqIlnRXPLNPGsaG55E88C9+Vp9NlcJo9vW5yCcmJSQjJysYib"
                    + "eFY0t2QTz4rmFmziBVhXVlVUUy+XVBLSkVER0dDJJJSDc2NTQzPz8cjk8Xd7nT5/gJ+oESDu2v8z8DXWEkgQ+P9/BX+1SCqpzEoq"
                    + "qaQmlVRSyUoqqaQylVSikpokmbdokbRcoiXZ1kzLLGkVWpltzbRkk1bRSnZrpiVLZhWtZNtmWrJktcp2RwKQAIp3DgqQVRAEruko"
                    + "tS/9BGhdDADmHkUZgEuhDUDozLG5UFJHwEgcSJIrN+1DuHGkQk0AOQA4AHV6P+flvzufXR1db44nd59tc5lcj2nx7cxmVkZWG6OJ"
                    + "EQFgYKFgoUgYEQ2KB8WICBgDigOBBMNwSECMRaJgMRQIBgQjMQgWxotDoWAQVlVUrSmW1OnIZFREVBoiCb1X11qltlNW+rnx2NTQ"
                    + "dGY4MufRNBaJ5ZAUXk4sJiUklRGKyIz/7tsD1KHMeTSNRWI5JIWXE4tJCUllhCLSn62oQ/nvzmdXR9eb48ndZ9tcJtdjWnw7s5mV"
                    + "kdXGaGKvK1f/3bfX6f2cl/dnK+pQ7j7b5jK5HtPi/mxFHYq9rlxWVVStKZZUf7aiDoXeq2utUtspK+3PVgGA8agRwOyz/2fgNwMS"
                    + "QBD4//8R/AForRZKvr/39z5apfRL3t/7ex+tUvpF3t/7ex+tUvol7+/9vY9WKSWt0vpF3t/7e59WKRWtUlVapVW0Squ0SqtolazS"
                    + "Kq2iVVqlVVo/QcsqrdIqVaVVWqVVRr2cGgtIVd8veOE=";

    private MethodCases() {}

    private static String lines() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            lines.append("line ").append(i).append(" of a file that was packed by every method\n");
        }
        return lines.toString();
    }

    static ArchiveModel b24() {
        return Cases.archive(
                packed("deflate64.txt", 9, DEFLATE64),
                packed("bzip2.txt", 12, BZIP2),
                packed("bzip2-streams.txt", 12, BZIP2_STREAMS),
                packed("lzma.txt", 14, LZMA).flags(2),
                packed("xz.txt", 95, XZ),
                packed("ppmd.txt", 98, PPMD),
                EntryModel.file("shrunk.txt", FIRST_LINES).packed(Codecs.shrunk()),
                EntryModel.file("reduced.txt", FIRST_LINES).packed(Codecs.reduced(4)),
                EntryModel.file("imploded.txt", FIRST_LINES).packed(Codecs.imploded()),
                Cases.ok());
    }

    static ExpectedTree b24Tree(NameRules rules) {
        return Cases.okTree()
                .file("deflate64.txt", LINES)
                .file("bzip2.txt", LINES)
                .file("bzip2-streams.txt", LINES)
                .file("lzma.txt", LINES)
                .file("xz.txt", LINES)
                .file("ppmd.txt", LINES)
                .file("shrunk.txt", FIRST_LINES)
                .file("reduced.txt", FIRST_LINES)
                .file("imploded.txt", FIRST_LINES)
                .build();
    }

    static ArchiveModel b25() {
        return Cases.archive(packed("zstd.txt", 93, ZSTANDARD), packed("zstd-old.txt", 20, ZSTANDARD), Cases.ok());
    }

    static ExpectedTree b25Tree(NameRules rules) {
        return Cases.okTree()
                .file("zstd.txt", LINES)
                .file("zstd-old.txt", LINES)
                .build();
    }

    static ArchiveModel reduced() {
        ArchiveModel.Builder archive = ArchiveModel.builder();
        for (int factor = 1; factor <= 4; factor++) {
            archive.add(EntryModel.file("reduced" + factor + ".txt", LINES)
                    .packed(Codecs.reduced(factor))
                    .build());
        }
        return archive.add(Cases.ok().build()).build();
    }

    static ExpectedTree reducedTree(NameRules rules) {
        return ExpectedTree.of(reduced());
    }

    static ArchiveModel repeating() {
        return Cases.archive(
                EntryModel.file("shrunk.txt", LINES).packed(Codecs.shrunk()),
                EntryModel.file("imploded.txt", LINES).packed(Codecs.imploded()),
                EntryModel.file("imploded2.txt", LINES).packed(Codecs.implodedByTwoTrees()),
                EntryModel.file("deflate64.txt", LINES).packed(Codecs.deflate64()),
                EntryModel.file("run.bin", Content.zeros(300_000)).packed(Codecs.deflate64()),
                Cases.ok());
    }

    static ExpectedTree repeatingTree(NameRules rules) {
        return ExpectedTree.of(repeating());
    }

    /** Nothing is known of what these methods would make of it. */
    private static final int[] UNSUPPORTED = {7, 10, 16, 18, 19, 94, 96, 97, 0xFFFF};

    static ArchiveModel unsupported() {
        ArchiveModel.Builder archive = ArchiveModel.builder();
        for (int method : UNSUPPORTED) {
            archive.add(EntryModel.file("method" + method + ".bin", FIRST_LINES)
                    .raw(method, text())
                    .build());
        }
        return archive.add(Cases.ok().build()).build();
    }

    static ExpectedTree unsupportedTree(NameRules rules) {
        ExpectedTree.Builder tree = Cases.okTree();
        for (int method : UNSUPPORTED) {
            tree.failing("method" + method + ".bin", FIRST_LINES.length(), ErrorKind.UNSUPPORTED);
        }
        return tree.build();
    }

    private static EntryBuilder packed(String name, int method, String base64) {
        return EntryModel.file(name, Content.text(LINES))
                .raw(method, Base64.getDecoder().decode(base64));
    }

    private static byte[] text() {
        return FIRST_LINES.getBytes(StandardCharsets.US_ASCII);
    }
}
