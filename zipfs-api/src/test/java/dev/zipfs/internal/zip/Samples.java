package dev.zipfs.internal.zip;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Archives made by 7-Zip 16.02 and Info-ZIP 3.0, with the command that made each. {@code secret.txt} is {@link
 * #SECRET}, {@code text.txt} is {@link #TEXT}, the password is {@code pw}.
 */
final class Samples {
    static final byte[] SECRET = "top secret\n".getBytes(StandardCharsets.UTF_8);
    static final byte[] TEXT = ("the same text again and again, ".repeat(40) + "\n").getBytes(StandardCharsets.UTF_8);

    /** 7z a -tzip -mm=Copy -mem=ZipCrypto -ppw -mtc=off x.zip secret.txt */
    static final byte[] ZIP_CRYPTO_STORED =
            decode("UEsDBBQAAQAAAABg4VgRA8JzFwAAAAsAAAAKAAAAc2VjcmV0LnR4dLb1X9oiMl2ZUeNYviKN0yUPnP1dFlsmUEsBAj8DFAAB"
                    + "AAAAAGDhWBEDwnMXAAAACwAAAAoAJAAAAAAAAAAggKSBAAAAAHNlY3JldC50eHQKACAAAAAAAAEAGAAAIO0yrsvaAQAAAAAA"
                    + "AAAAAAAAAAAAAABQSwUGAAAAAAEAAQBcAAAAPwAAAAAA");

    /** zip -X -fd -e -P pw x.zip text.txt */
    static final byte[] ZIP_CRYPTO_DESCRIPTOR =
            decode("UEsDBBQACQAIAABg4VgAAABgAAAAANkEAAAIAAAAdGV4dC50eHSMvyzbzpK8yM92t8SNh/XkmnFGTkjRzo/119+hr0KS/ZzD"
                    + "NVBZB7Ew8pDBsLVQ8ZjZW8VOX1BLBwjusiaoNQAAANkEAABQSwECHgMUAAkACAAAYOFY7rImqDUAAADZBAAACAAAAAAAAAAB"
                    + "AAAApIEAAAAAdGV4dC50eHRQSwUGAAAAAAEAAQA2AAAAawAAAAAA");

    /** 7z a -tzip -mem=AES128 -mm=Copy -ppw -mtc=off x.zip secret.txt */
    static final byte[] AES_128_STORED =
            decode("UEsDBDMAAQBjAABg4VgAAAAAHwAAAAsAAAAKAAsAc2VjcmV0LnR4dAGZBwACAEFFAQAA0c2aDybJHN7Gk35fgAh20sDGOSXs"
                    + "M1wauRaCcLFsVlBLAQI/AzMAAQBjAABg4VgAAAAAHwAAAAsAAAAKAC8AAAAAAAAAIICkgQAAAABzZWNyZXQudHh0CgAgAAAA"
                    + "AAABABgAACDtMq7L2gEAAAAAAAAAAAAAAAAAAAAAAZkHAAIAQUUBAABQSwUGAAAAAAEAAQBnAAAAUgAAAAAA");

    /** 7z a -tzip -mem=AES256 -ppw -mtc=off x.zip text.txt */
    static final byte[] AES_256_DEFLATED =
            decode("UEsDBDMAAQBjAABg4VgAAAAATAAAANkEAAAIAAsAdGV4dC50eHQBmQcAAgBBRQMIAK3C6Fzk4ktuAgpWBZxP2CeBaF25Onjo"
                    + "rJ1RT64ZmfGvIZnDnkR2DnoElIKumTNgv24m/Pj8d0zWsig51DyOcBu+iXS3K8yPn5QqoMRQSwECPwMzAAEAYwAAYOFYAAAA"
                    + "AEwAAADZBAAACAAvAAAAAAAAACCApIEAAAAAdGV4dC50eHQKACAAAAAAAAEAGAAAIO0yrsvaAQAAAAAAAAAAAAAAAAAAAAAB"
                    + "mQcAAgBBRQMIAFBLBQYAAAAAAQABAGUAAAB9AAAAAAA=");

    /** 7z a -tzip -mm=BZip2 -mtc=off x.zip text.txt */
    static final byte[] BZIP2 =
            decode("UEsDBC4AAAAMAABg4VjusiaoVwAAANkEAAAIAAAAdGV4dC50eHRCWmg5MUFZJlNZnTaXcQACWFGAABBABCbjDEAgAHBAAACl"
                    + "RRoM9RreCcCdCfQnuo2JwE/BME2J6E5EwT+J0E0JoVYE0J8E7E1VHeCeC7kinChITptLuIBQSwECPwMuAAAADAAAYOFY7rIm"
                    + "qFcAAADZBAAACAAkAAAAAAAAACCApIEAAAAAdGV4dC50eHQKACAAAAAAAAEAGAAAIO0yrsvaAQAAAAAAAAAAAAAAAAAAAABQ"
                    + "SwUGAAAAAAEAAQBaAAAAfQAAAAAA");

    /** 7z a -tzip -mm=Deflate64 -mtc=off x.zip text.txt */
    static final byte[] DEFLATE64 =
            decode("UEsDBBUAAAAJAABg4VjusiaoMgAAANkEAAAIAAAAdGV4dC50eHTlyaENACAQA0DPFB2ApZrwAQRvqGB8BFOQuktOI7C5Aooj"
                    + "sHMmmO2pwr7t277t+8suF1BLAQI/AxUAAAAJAABg4VjusiaoMgAAANkEAAAIACQAAAAAAAAAIICkgQAAAAB0ZXh0LnR4dAoA"
                    + "IAAAAAAAAQAYAAAg7TKuy9oBAAAAAAAAAAAAAAAAAAAAAFBLBQYAAAAAAQABAFoAAABYAAAAAAA=");

    /** 7z a -tzip -mm=LZMA -mtc=off x.zip text.txt */
    static final byte[] LZMA =
            decode("UEsDBD8AAgAOAABg4VjusiaoOAAAANkEAAAIAAAAdGV4dC50eHQaAgUAXQAQAAAAOhoIznbZdtOTzrK+XARnVvm2Hol3uCi6"
                    + "H/5yB9VApmGH/NOsv21/Yf//+wkcAFBLAQI/Az8AAgAOAABg4VjusiaoOAAAANkEAAAIACQAAAAAAAAAIICkgQAAAAB0ZXh0"
                    + "LnR4dAoAIAAAAAAAAQAYAAAg7TKuy9oBAAAAAAAAAAAAAAAAAAAAAFBLBQYAAAAAAQABAFoAAABeAAAAAAA=");

    /** 7z a -tzip -mm=xz -mtc=off x.zip text.txt */
    static final byte[] XZ =
            decode("UEsDBBQAAABfAABg4VjusiaoaAAAANkEAAAIAAAAdGV4dC50eHT9N3pYWgAAAWki3jYCACEBAAAAADcnl9bgBNgAKV0AOhoI"
                    + "znbZdtOTzrK+XARnVvm2Hol3uCi6H/5yB9VApmGH/NOsv2MqAAAAAAAA7rImqAABQdkJAAAAtl+8/j4wDYsCAAAAAAFZWlBL"
                    + "AQI/AxQAAABfAABg4VjusiaoaAAAANkEAAAIACQAAAAAAAAAIICkgQAAAAB0ZXh0LnR4dAoAIAAAAAAAAQAYAAAg7TKuy9oB"
                    + "AAAAAAAAAAAAAAAAAAAAAFBLBQYAAAAAAQABAFoAAACOAAAAAAA=");

    /** 7z a -tzip -mm=PPMd -mtc=off x.zip text.txt */
    static final byte[] PPMD =
            decode("UEsDBD8AAABiAABg4VjusiaoJwAAANkEAAAIAAAAdGV4dC50eHQHAHPybyzonPOIOt4qPcxrUfrIVP/AUUSPaW3KqQAAAAKG"
                    + "/8RiGwBQSwECPwM/AAAAYgAAYOFY7rImqCcAAADZBAAACAAkAAAAAAAAACCApIEAAAAAdGV4dC50eHQKACAAAAAAAAEAGAAA"
                    + "IO0yrsvaAQAAAAAAAAAAAAAAAAAAAABQSwUGAAAAAAEAAQBaAAAATQAAAAAA");

    private Samples() {}

    private static byte[] decode(String base64) {
        return Base64.getDecoder().decode(base64);
    }
}
