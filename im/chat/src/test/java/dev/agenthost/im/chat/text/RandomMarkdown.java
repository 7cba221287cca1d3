package dev.agenthost.im.chat.text;

import java.util.List;
import java.util.Random;

/** Documents of random fragments of Markdown, well-formed or not. */
public final class RandomMarkdown {
    private static final List<String> FRAGMENTS = List.of(
            "word",
            " ",
            " ",
            "\n",
            "\n\n",
            "**",
            "*",
            "_",
            "~~",
            "`",
            "```\n",
            "```java\n",
            "# ",
            "> ",
            "- ",
            "1. ",
            "    ",
            "\t",
            "[link](https://e.org/x)",
            "[",
            "](",
            ")",
            "![i](u)",
            "<b>",
            "<br>",
            "&amp;",
            "\\",
            "😀",
            "👩‍👩‍👧",
            "汉字",
            "é",
            "| a | b |\n|---|--:|\n| 1 | 2 |\n",
            "---\n",
            "\n\n\n",
            "some longer words of a sentence. ",
            "x=1;",
            "\ud800",
            "\u0000");

    private final Random random;

    public RandomMarkdown(long seed) {
        this.random = new Random(seed);
    }

    public String document() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i >= 0; i--) {
            text.append(FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
        }
        return text.toString();
    }

    int limit() {
        return 2 + random.nextInt(random.nextBoolean() ? 20 : 200);
    }
}
