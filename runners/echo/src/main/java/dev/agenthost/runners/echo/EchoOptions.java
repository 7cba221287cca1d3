package dev.agenthost.runners.echo;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command in a message to echo. */
sealed interface EchoOptions {
    /** Repeats the text. */
    record Say(String text) implements EchoOptions {}

    /** Shows the user's previous message. */
    record Previous() implements EchoOptions {}

    /** Fails the run. */
    record Fail() implements EchoOptions {}

    /** Waits, then repeats the text. */
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
