package dev.agenthost.orchestrator.model.http;

import dev.agenthost.door.body.http.Bodies;
import dev.agenthost.door.page.PageRequest;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.orchestrator.model.catalogue.Model;
import dev.agenthost.orchestrator.model.catalogue.ModelDocument;
import dev.agenthost.orchestrator.model.catalogue.ModelRules;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.InvalidFieldException;
import org.jspecify.annotations.Nullable;

/** What people send about models, and what they are told where it is none. */
final class ModelBodies {
    private ModelBodies() {}

    /** The model of a body; what nobody understands is refused, so that a mistyped field is not silently its default. */
    static ModelDocument read(byte[] body) {
        return Bodies.read(body, ModelDocument.class);
    }

    static Model checked(ModelDocument document, String id, String workspaceId) {
        return Bodies.checked(() -> ModelRules.check(document.model(id, workspaceId)));
    }

    static PageRequest page(@Nullable String limit, @Nullable String cursor) {
        return Bodies.checked(() -> PageRequest.of(limit, cursor(cursor)));
    }

    private static @Nullable String cursor(@Nullable String text) {
        try {
            return text == null ? null : ModelRules.id(text);
        } catch (InvalidFieldException e) {
            throw new InvalidFieldException("cursor", "is none that was given");
        }
    }

    /** The id of an address; what is none names nothing. */
    static String named(String id) {
        try {
            return ModelRules.id(id);
        } catch (InvalidFieldException e) {
            throw missing();
        }
    }

    static ProblemException missing() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such thing here.");
    }
}
