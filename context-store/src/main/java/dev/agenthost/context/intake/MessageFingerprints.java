package dev.agenthost.context.intake;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a run, over all attempts, in order. An attempt that follows a lost one may repeat its messages, all of them or from some
 * point on; each is stored once.
 *
 * @param all fingerprints of the newest messages
 * @param current number of those that the newest attempt has sent, repeated or passed over
 */
public record MessageFingerprints(List<String> all, int current) {
    /** The messages of a run that has none. */
    public static final MessageFingerprints NONE = new MessageFingerprints(List.of(), 0);

    /** Limits the remembered messages: of a run with more, one may be stored twice. */
    static final int REMEMBERED = 64;

    private static final String EARLIER = "|";

    public MessageFingerprints {
        all = List.copyOf(all);
    }

    /** Reads the form that {@link #toString} writes; without the mark, every message is of the newest attempt. */
    public static MessageFingerprints parse(String text) {
        List<String> words = text.isEmpty() ? List.of() : List.of(text.split(" "));
        int mark = words.indexOf(EARLIER);
        List<String> all = words.stream().filter(word -> !word.equals(EARLIER)).toList();
        return new MessageFingerprints(all, mark < 0 ? all.size() : mark);
    }

    /** Returns true if the newest attempt has the message. */
    boolean hasCurrent(String fingerprint) {
        return all.subList(0, current).contains(fingerprint);
    }

    /** Returns true if only an earlier attempt has the message; those before it are passed over. */
    boolean repeats(String fingerprint) {
        return earlier().contains(fingerprint);
    }

    MessageFingerprints startAttempt() {
        return new MessageFingerprints(all, 0);
    }

    /** Adds a message of the newest attempt, or passes the one that it repeats. */
    MessageFingerprints with(String fingerprint) {
        if (repeats(fingerprint)) {
            return new MessageFingerprints(all, current + earlier().indexOf(fingerprint) + 1);
        }
        List<String> more = new ArrayList<>(all);
        more.add(fingerprint);
        List<String> newest = more.subList(Math.max(0, more.size() - REMEMBERED), more.size());
        return new MessageFingerprints(newest, newest.size());
    }

    private List<String> earlier() {
        return all.subList(current, all.size());
    }

    /** The fingerprints, separated by blanks, with a mark before those of earlier attempts. */
    @Override
    public String toString() {
        List<String> words = new ArrayList<>(all);
        if (current < all.size()) {
            words.add(current, EARLIER);
        }
        return String.join(" ", words);
    }
}
