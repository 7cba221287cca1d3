package dev.agenthost.im.chat.text;

import java.util.regex.Pattern;

/** Recognises Chinese texts, where a platform does not name the language of a person. */
public final class ChineseText {
    private static final Pattern CHINESE = Pattern.compile("\\p{IsHan}");

    private ChineseText() {}

    /** Returns true if the text has Chinese characters. */
    public static boolean is(String text) {
        return CHINESE.matcher(text).find();
    }
}
