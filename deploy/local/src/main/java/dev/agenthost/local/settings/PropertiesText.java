package dev.agenthost.local.settings;

import java.util.Map;
import java.util.stream.Collectors;

/** Properties as the text of a file that {@link java.util.Properties} reads back equal. */
public final class PropertiesText {
    private PropertiesText() {}

    /** One line for each, in the order of the map. */
    public static String of(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(entry -> escaped(entry.getKey(), true) + "=" + escaped(entry.getValue(), false) + "\n")
                .collect(Collectors.joining());
    }

    private static String escaped(String text, boolean key) {
        var out = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean special = c == '\\' || (key && (c == '=' || c == ':' || c == ' ')) || (i == 0 && isLeading(c));
            if (c < ' ' || c > '~') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(special ? "\\" : "").append(c);
            }
        }
        return out.toString();
    }

    private static boolean isLeading(char c) {
        return c == ' ' || c == '#' || c == '!';
    }
}
