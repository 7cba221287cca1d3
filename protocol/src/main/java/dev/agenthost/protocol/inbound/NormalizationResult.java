package dev.agenthost.protocol.inbound;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.DeadLetterReason;

/** What became of what was said. */
public sealed interface NormalizationResult {

    /**
     * An envelope, ready to be published.
     *
     * @param raw what it came with; it is no part of the fingerprint, because a platform may send it again otherwise
     */
    record Accepted(EventEnvelope envelope, RawPayload raw) implements NormalizationResult {}

    /**
     * Nothing is published.
     *
     * @param reason what kind of wrong it is
     * @param field the path of what is wrong, as JSON names it; {@code $} for the whole body
     * @param why the rest of a sentence that begins with the field; repeats nothing of the body
     */
    record Refused(DeadLetterReason reason, String field, String why) implements NormalizationResult {

        static Refused invalid(String field, String why) {
            return new Refused(DeadLetterReason.INVALID, field, why);
        }

        static Refused undecodable(UndecodableException fault) {
            return new Refused(DeadLetterReason.UNDECODABLE, fault.field(), fault.why());
        }
    }
}
