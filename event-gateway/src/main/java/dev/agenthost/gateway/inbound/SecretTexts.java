package dev.agenthost.gateway.inbound;

import dev.agenthost.protocol.security.SecretNames;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds credentials in texts by their context (addresses, forms, headers) and tokens by their known prefixes. A pattern bounds each
 * repetition before a part that may be missing, so the cost is linear in the length of the text.
 */
final class SecretTexts {
    static final String MASK = "***";

    /** The whole value of a header. */
    private static final Pattern SCHEME = Pattern.compile("(?i)^\\s*(bearer|basic|bot|digest)\\s+\\S+\\s*$");

    /** {@code https://user:password@host}. */
    private static final Pattern USER = Pattern.compile("(://)[^/@\\s:]{0,256}:[^/@\\s]{1,256}@");

    /** Telegram's token in a path. */
    private static final Pattern BOT = Pattern.compile("(/bot)\\d{1,20}:[A-Za-z0-9_-]+");

    /** Secret addresses: any client that has such an address can send messages to it. */
    private static final Pattern HOOK = Pattern.compile(
            "(hooks\\.slack\\.com/[a-z]{1,32}/|discord(?:app)?\\.com/api/webhooks/\\d{1,32}/)[A-Za-z0-9/_-]+");

    /** A header line. */
    private static final Pattern HEADER =
            Pattern.compile("(?i)\\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)(\\s{0,8}:\\s{0,8})[^\\r\\n]+");

    /** Query, fragment or form fields: {@code token=…}. */
    private static final Pattern PARAMETER =
            Pattern.compile("(?:^|(?<=[?&;#\\s]))([A-Za-z0-9_.%\\[\\]-]{1,64})=([^&;#\\s\"']+)");

    /** Tokens with a known prefix. */
    private static final Pattern KNOWN = Pattern.compile("(?<![A-Za-z0-9_-])(?:eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_.-]+"
            + "|xox[a-z]-[A-Za-z0-9-]{8,}|sk-[A-Za-z0-9_-]{16,}|gh[a-z]_[A-Za-z0-9]{20,})");

    private SecretTexts() {}

    static String masked(String text) {
        if (SCHEME.matcher(text).matches()) {
            return MASK;
        }
        String masked = KNOWN.matcher(text).replaceAll(MASK);
        if (masked.contains("://")) {
            masked = USER.matcher(masked).replaceAll("$1" + MASK + "@");
        }
        masked = BOT.matcher(masked).replaceAll("$1" + MASK);
        masked = HOOK.matcher(masked).replaceAll("$1" + MASK);
        masked = masked.indexOf(':') < 0 ? masked : HEADER.matcher(masked).replaceAll("$1$2" + MASK);
        return masked.indexOf('=') < 0 ? masked : PARAMETER.matcher(masked).replaceAll(SecretTexts::parameter);
    }

    private static String parameter(MatchResult found) {
        String name = found.group(1);
        boolean secret = SecretNames.looksSecret(name) || name.equalsIgnoreCase("sig");
        return Matcher.quoteReplacement(secret ? name + "=" + MASK : found.group());
    }
}
