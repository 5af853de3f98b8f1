package dev.zipfs.internal.zip;

import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * The East Asian encodings of one or two bytes a character. A language uses a small part of the characters that its
 * encoding has, mostly several in a row: that is what tells these from each other and from accented letters that happen
 * to form pairs.
 */
final class DoubleByteModel extends CharsetModel {
    /** What the pairs of bytes of an encoding stand for. */
    private interface Classes {
        /** The likelihood of one pair that is not among the most frequent. */
        double of(int lead, int trail);
    }

    /** A class of pairs that is less likely than that is not what names are made of. */
    private static final double USUAL = 0.000_05;

    private static final double ISOLATED = Math.log(0.1);
    private static final double BESIDE_LETTER = Math.log(0.3);
    private static final double HALF_WIDTH_KATAKANA = Math.log(0.0002);
    private static final double STRAY = Math.log(0.0001);

    private final boolean katakana;
    private final double frequent;
    private final int[] frequentPairs;
    private final Classes classes;

    private DoubleByteModel(String name, boolean katakana, double frequent, String characters, Classes classes) {
        super(name);
        this.katakana = katakana;
        this.frequent = Math.log(frequent);
        this.frequentPairs = pairs(name, characters);
        this.classes = classes;
    }

    private static int[] pairs(String name, String characters) {
        if (!Charset.isSupported(name)) {
            return new int[0];
        }
        byte[] bytes = characters.getBytes(Charset.forName(name));
        int[] pairs = new int[bytes.length / 2];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (bytes[2 * i] & 0xFF) << 8 | bytes[2 * i + 1] & 0xFF;
        }
        Arrays.sort(pairs);
        return pairs;
    }

    /** JIS X 0208 level 1 begins with 889F and ends with 9872. */
    static DoubleByteModel japanese() {
        String frequent = "のしいンスルトイクラリーアドシタレマプテメロフィカサニナオカコバ日本一人大年中国東京語文書" + "画像写真資料新版説明報告計用名前集表学校会社生月時間動音楽曲歌第話巻章";
        return new DoubleByteModel("windows-31j", true, 0.004, frequent, (lead, trail) -> {
            int pair = lead << 8 | trail;
            if (pair >= 0x829F && pair <= 0x82F1 || pair >= 0x8340 && pair <= 0x8396) {
                return 0.002;
            }
            if (pair >= 0x889F && pair <= 0x9872) {
                return 0.00016;
            }
            if (pair <= 0x81AC || pair >= 0x824F && pair <= 0x829A) {
                return 0.0003;
            }
            return 0.000_002;
        });
    }

    /** GB 2312 level 1 has the leads B0 to D7, level 2 those up to F7; all else came with GBK. */
    static DoubleByteModel simplifiedChinese() {
        String frequent = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后"
                + "作里用道行所然家种事成方多经去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实"
                + "日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相"
                + "见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真"
                + "图片音乐电影视频资料文件报告说明书软件游戏下载安装程序使用手册测试版第章课照歌曲档案简历合同";
        return new DoubleByteModel("GBK", false, 0.0016, frequent, (lead, trail) -> {
            if (trail < 0xA1 || lead < 0xA1) {
                return 0.000_000_5;
            }
            if (lead >= 0xB0 && lead <= 0xD7) {
                return 0.00014;
            }
            if (lead == 0xA1 || lead == 0xA3) {
                return 0.0003;
            }
            return lead > 0xD7 && lead < 0xF8 ? 0.000_01 : 0.000_000_5;
        });
    }

    /** KS X 1001 has its syllables at the leads B0 to C8, Chinese characters behind them. */
    static DoubleByteModel korean() {
        String frequent =
                "이다는가의한사지고기서자정어시일인리도로대문보전상수부해나라스아제주장공그동원을를에은과여하" + "구성비용유경음악진화영신소연학교회계보고서자료파일사진설명한글안내새폴더노래게임드트마미중국";
        return new DoubleByteModel("x-windows-949", false, 0.005, frequent, (lead, trail) -> {
            if (trail < 0xA1 || lead < 0xA1) {
                return 0.000_000_5;
            }
            if (lead >= 0xB0 && lead <= 0xC8) {
                return 0.0002;
            }
            return lead == 0xA1 || lead == 0xA3 ? 0.0003 : 0.000_001;
        });
    }

    /** Big5 level 1 has the leads A4 to C6. */
    static DoubleByteModel traditionalChinese() {
        String frequent = "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於下自之年過發後作"
                + "用道行所家種事成方多經去法學如都同現當動面起定天分還進好小部其些主理心本前開文件資料圖片音樂電影報告說明"
                + "書軟體遊戲下載程式使用手冊測試版第章照片歌曲檔案臺灣";
        return new DoubleByteModel("Big5", false, 0.0025, frequent, (lead, trail) -> {
            if (lead >= 0xA4 && lead <= 0xC6) {
                return 0.00011;
            }
            return lead >= 0xA1 && lead <= 0xA3 ? 0.0003 : 0.000_004;
        });
    }

    @Override
    double likelihood(byte[] name) {
        double sum = 0;
        int i = 0;
        boolean pairBefore = false;
        while (i < name.length) {
            int b = name[i] & 0xFF;
            boolean pair = pairAt(name, i);
            if (b < 0x80) {
                sum += ASCII;
                i++;
            } else if (pair) {
                sum += pair(name, i, pairBefore);
                i += 2;
            } else {
                sum += katakana && b > 0xA0 && b < 0xE0 ? HALF_WIDTH_KATAKANA : STRAY;
                i++;
            }
            pairBefore = pair;
        }
        return sum;
    }

    /** Which bytes make a pair is known to be right: the name can be decoded. */
    private boolean pairAt(byte[] name, int i) {
        int b = name[i] & 0xFF;
        return b > 0x80 && b != 0xFF && i + 1 < name.length && !(katakana && b >= 0xA0 && b < 0xE0);
    }

    private double pair(byte[] name, int i, boolean pairBefore) {
        int lead = name[i] & 0xFF;
        int trail = name[i + 1] & 0xFF;
        double cost = Arrays.binarySearch(frequentPairs, lead << 8 | trail) >= 0
                ? frequent
                : Math.log(classes.of(lead, trail));
        boolean end = i + 2 >= name.length;
        boolean pairAfter = !end && name[i + 2] < 0 && pairAt(name, i + 2);
        if (!pairBefore && !pairAfter) {
            boolean letterBefore = i > 0 && asciiLetter(name[i - 1]);
            boolean letterAfter = !end && asciiLetter(name[i + 2]);
            cost += ISOLATED + (letterBefore ? BESIDE_LETTER : 0) + (letterAfter ? BESIDE_LETTER : 0);
        }
        return cost;
    }

    @Override
    int strange(byte[] name) {
        int strange = 0;
        for (int i = 0; i < name.length; i++) {
            if (name[i] < 0 && pairAt(name, i)) {
                int lead = name[i] & 0xFF;
                int trail = name[i + 1] & 0xFF;
                strange += classes.of(lead, trail) < USUAL ? (trail < 0x80 ? 1 : 2) : 0;
                i++;
            } else if (name[i] < 0) {
                strange++;
            }
        }
        return strange;
    }
}
