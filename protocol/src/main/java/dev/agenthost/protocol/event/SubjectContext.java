package dev.agenthost.protocol.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** The subject of the event: the message, the membership, the schedule (spec 000 §5.5). */
public record SubjectContext(String subjectType, @Nullable String subjectId, ObjectNode data) {
    public SubjectContext {
        Fields.text(subjectType, "subject_type");
        data = Fields.object(data);
    }
}
