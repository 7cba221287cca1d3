package dev.agenthost.door.description.http;

import dev.agenthost.door.key.ApiKey;
import dev.agenthost.door.key.Right;
import dev.agenthost.door.key.http.Needs;
import dev.agenthost.protocol.field.WireName;
import dev.agenthost.protocol.key.KeyRole;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.IndexView;

/** Whose keys may do an operation, as its method itself {@linkplain Needs says}: the description cannot differ from the door. */
final class NeededRoles {
    private final Map<String, Right> byOperation = new HashMap<>();

    NeededRoles(IndexView classes) {
        for (AnnotationInstance needs : classes.getAnnotations(Needs.class)) {
            AnnotationInstance operation = needs.target().asMethod().annotation(Operation.class);
            AnnotationValue id = operation == null ? null : operation.value("operationId");
            if (id != null) {
                byOperation.put(id.asString(), Right.valueOf(needs.value().asEnum()));
            }
        }
    }

    /** One sentence for people; nothing for an operation that no method names. */
    Optional<String> sentence(String operationId) {
        return Optional.ofNullable(byOperation.get(operationId))
                .map(right -> "For keys of role " + roles(right) + (right == Right.KEYS ? ", and the host key." : "."));
    }

    private static String roles(Right right) {
        return Arrays.stream(KeyRole.values())
                .filter(role -> ApiKey.allows(role, right))
                .map(role -> "`" + wire(role) + "`")
                .collect(Collectors.joining(", "));
    }

    private static String wire(WireName name) {
        return name.wire();
    }
}
