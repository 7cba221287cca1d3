package dev.agenthost.delivery.surface.slack;

import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.im.slack.rendering.SlackRenderer.PreviewText;
import dev.agenthost.im.slack.rendering.StreamTarget;
import dev.agenthost.im.slack.rendering.StreamText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stream of one preview, as this replica knows it. The calls of a preview are made one at a time.
 *
 * <pre>
 *  not started ──started──► open ──lost──► unknown ──ended──► ended: its message is edited
 *       (a stream that another replica or attempt started is unknown from the beginning)
 * </pre>
 */
final class StreamedPreview {
    private final @Nullable StreamTarget target;

    /** The Markdown that the stream shows; null if there is none, or if it is not known. */
    private volatile @Nullable String appended;

    private volatile boolean hasEnded;

    /** @param target empty if the answer cannot be streamed */
    StreamedPreview(Optional<StreamTarget> target) {
        this.target = target.orElse(null);
    }

    /** Returns true if a text can be appended. */
    boolean isOpen() {
        return appended != null;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /** Returns the call that starts the stream; empty if the text cannot be streamed. */
    Optional<SlackCall> start(PreviewText text) {
        StreamTarget place = target;
        String markdown = text.markdown();
        return place == null || markdown == null
                ? Optional.empty()
                : StreamText.addition("", markdown).map(place::start);
    }

    /** Returns the call that appends what the stream lacks, without a text if it lacks nothing; empty if the stream cannot show the text. */
    Optional<SlackCall> append(String ts, PreviewText text) {
        StreamTarget place = target;
        String shown = appended;
        String markdown = text.markdown();
        return place == null || shown == null || markdown == null
                ? Optional.empty()
                : StreamText.addition(shown, markdown).map(addition -> place.append(ts, addition));
    }

    /** Notes the content of the stream. */
    void shows(PreviewText text) {
        appended = text.markdown();
    }

    /** Notes that the content of the stream is not known any more, or that Slack takes no more text for it. */
    void lost() {
        appended = null;
    }

    /** Notes that the stream was stopped. */
    void ended() {
        appended = null;
        hasEnded = true;
    }
}
