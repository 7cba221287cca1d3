package dev.agenthost.gateway.inbound;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.DeadLetterReason;

/** The outcome of a normalisation. */
public sealed interface NormalizationResult {

    /**
     * An envelope that is ready to be published.
     *
     * @param raw the platform's payload; not part of the fingerprint, because a platform may repeat it in another form
     */
    record Accepted(EventEnvelope envelope, RawPayload raw) implements NormalizationResult {}

    /**
     * A refused event; nothing is published.
     *
     * @param reason the kind of error
     * @param field the path of the invalid field in JSON; {@code $} for the whole body
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
