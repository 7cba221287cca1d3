package dev.agenthost.orchestrator.lifecycle.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.json.ProtocolCodec;

/** A {@link RunView} in the REST API: with its status, a filter of the list, and the path of the resolution of its event. */
final class RunDocument {
    private RunDocument() {}

    static ObjectNode of(RunView view) {
        ObjectNode run = ProtocolCodec.tree(view);
        run.put("status", view.status().wire());
        if (view.eventId() != null) {
            run.put("resolution", "/api/v1/resolutions/" + view.eventId());
        }
        return run;
    }
}
