package dev.agenthost.im.wecom.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.wecom.calls.WeComCall;

/**
 * Reads a message as a client shows it, from the list of the syntax (https://developer.work.weixin.qq.com/document/path/90236), without the
 * code of the renderer.
 */
final class WeComReader {
    private WeComReader() {}

    static String shown(WeComCall call) {
        JsonNode content = call.body().path(call.type()).path("content");
        return call.type().equals("markdown") ? markdown(content.asText()) : text(content.asText());
    }

    /** Links are the only markup of a text. */
    static String text(String content) {
        return content.replaceAll("<a href=\"[^\"]*\">", "").replace("</a>", "");
    }

    static String markdown(String content) {
        StringBuilder out = new StringBuilder();
        content.lines().forEach(line -> {
            int at = 0;
            while (at < line.length() && " \t>".indexOf(line.charAt(at)) >= 0) {
                at++;
            }
            at = line.substring(0, at).contains(">") ? at : 0;
            int end = at;
            while (end < line.length() && line.charAt(end) == '#') {
                end++;
            }
            boolean isHeading = end > at && end - at <= 6 && end < line.length() && line.charAt(end) == ' ';
            inline(line.substring(isHeading ? end + 1 : at), out);
            out.append('\n');
        });
        return out.toString();
    }

    private static void inline(String line, StringBuilder out) {
        int at = 0;
        while (at < line.length()) {
            int next = syntax(line, at, out);
            if (next == at) {
                out.append(line.charAt(at));
                next++;
            }
            at = next;
        }
    }

    /** Returns the end of the syntax that begins there. */
    private static int syntax(String line, int at, StringBuilder out) {
        if (line.charAt(at) == '`') {
            int end = line.indexOf('`', at + 1);
            if (end > at + 1) {
                out.append(line, at + 1, end);
                return end + 1;
            }
        }
        if (line.startsWith("**", at)) {
            int end = line.indexOf("**", at + 2);
            if (end > at + 2) {
                inline(line.substring(at + 2, end), out);
                return end + 2;
            }
        }
        int middle = line.indexOf("](", at);
        if (line.charAt(at) == '['
                && middle > at
                && line.indexOf('[', at + 1) < 0 | line.indexOf('[', at + 1) > middle) {
            int end = line.indexOf(')', middle);
            if (end > 0) {
                inline(line.substring(at + 1, middle), out);
                return end + 1;
            }
        }
        if (line.charAt(at) == '<'
                && at + 1 < line.length()
                && line.substring(at + 1).matches("/?[A-Za-z@].*")) {
            int end = line.indexOf('>', at);
            return end > 0 ? end + 1 : at;
        }
        return at;
    }
}
