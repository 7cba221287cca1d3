package dev.agenthost.protocol.bot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;

/**
 * A filled-in form of a question, in a request of event-gateway to run-orchestrator.
 *
 * @param press the button that opened the form; its action is 0 where the question has no actions
 * @param values by the id of the field; a field that was left empty is absent
 */
public record FormSubmission(ButtonPress press, ObjectNode values) {
    public FormSubmission {
        Fields.required(press, "press");
        values = Fields.object(values);
    }
}
