package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.platform.security.ApiKey;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.security.KeyRole;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.IndexView;

/**
 * The roles that may call an operation, read from its method's {@link RequiredRight}, so that description and check
 * cannot differ.
 */
final class RequiredRoles {
    private final Map<String, AccessRight> byOperation = new HashMap<>();

    RequiredRoles(IndexView classes) {
        for (AnnotationInstance needs : classes.getAnnotations(RequiredRight.class)) {
            AnnotationInstance operation = needs.target().asMethod().annotation(Operation.class);
            AnnotationValue id = operation == null ? null : operation.value("operationId");
            if (id != null) {
                byOperation.put(id.asString(), AccessRight.valueOf(needs.value().asEnum()));
            }
        }
    }

    /** Returns one sentence for people; empty for an operation without a method. */
    Optional<String> sentence(String operationId) {
        return Optional.ofNullable(byOperation.get(operationId))
                .map(right -> "Requires an API key with the role " + roles(right)
                        + (ApiKey.hostMay(right) ? ", or the host key." : "."));
    }

    private static String roles(AccessRight right) {
        return Arrays.stream(KeyRole.values())
                .filter(role -> ApiKey.allows(role, right))
                .map(role -> "`" + wire(role) + "`")
                .collect(Collectors.joining(" or "));
    }

    private static String wire(WireName name) {
        return name.wire();
    }
}
