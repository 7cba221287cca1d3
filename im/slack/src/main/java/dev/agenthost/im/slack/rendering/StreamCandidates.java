package dev.agenthost.im.slack.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Recognises the stream of an answer among the messages of its thread. A stream cannot be started with metadata, so it has no key until its
 * end: it is a message of the app without a key and a file. Of several, it is the one whose words are the first ones of the answer.
 */
public final class StreamCandidates {
    private final String appId;
    private final String thread;
    private final String words;
    private final List<Candidate> candidates = new ArrayList<>();

    /**
     * @param appId id of the app
     * @param thread the time stamp of the message that begins the thread, which is no stream
     * @param answer the words of the complete answer
     */
    public StreamCandidates(String appId, String thread, String answer) {
        this.appId = appId;
        this.thread = thread;
        this.words = words(answer);
    }

    /** Adds the messages of a page. */
    public synchronized void add(JsonNode messages) {
        messages.valueStream()
                .filter(message -> message.path("app_id").asText().equals(appId)
                        && !MessageBody.hasKey(message)
                        && message.path("files").isEmpty())
                .map(message -> new Candidate(
                        message.path("ts").asText(), words(message.path("text").asText())))
                .filter(candidate -> !candidate.ts.isEmpty() && !candidate.ts.equals(thread))
                .forEach(candidates::add);
    }

    /** Returns true if no stream was started. */
    public synchronized boolean isEmpty() {
        return candidates.isEmpty();
    }

    /** Returns the time stamp of the stream; empty if it cannot be told from others. */
    public synchronized Optional<String> stream() {
        List<Candidate> same = candidates.stream()
                .filter(candidate -> words.startsWith(candidate.words))
                .toList();
        return same.size() == 1 ? Optional.of(same.getFirst().ts) : Optional.empty();
    }

    /** Slack writes marks and entities in its own way. */
    private static String words(String text) {
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private record Candidate(String ts, String words) {}
}
