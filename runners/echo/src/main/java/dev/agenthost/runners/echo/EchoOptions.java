package dev.agenthost.runners.echo;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a message asks of echo. */
sealed interface EchoOptions {
    /** Say this back. */
    record Say(String text) implements EchoOptions {}

    /** Show what the user said before. */
    record Previous() implements EchoOptions {}

    /** Fail. */
    record Fail() implements EchoOptions {}

    /** Wait, then say it back. */
    record Sleep(Duration time, String text) implements EchoOptions {}

    Pattern SLEEP = Pattern.compile("sleep (\\d{1,5}(?:\\.\\d{1,3})?)");

    static EchoOptions of(String text) {
        Matcher sleep = SLEEP.matcher(text);
        if (sleep.matches()) {
            return new Sleep(Duration.ofMillis((long) (Double.parseDouble(sleep.group(1)) * 1000)), text);
        }
        return switch (text) {
            case "previous" -> new Previous();
            case "fail" -> new Fail();
            default -> new Say(text);
        };
    }
}
