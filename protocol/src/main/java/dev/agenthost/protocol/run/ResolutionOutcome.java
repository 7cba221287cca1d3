package dev.agenthost.protocol.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.agenthost.protocol.error.Fields;
import java.util.List;

/** What the resolver decided; {@code kind} on the wire. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ResolutionOutcome.Bound.class, name = "bound"),
    @JsonSubTypes.Type(value = ResolutionOutcome.Unbound.class, name = "unbound"),
    @JsonSubTypes.Type(value = ResolutionOutcome.Ambiguous.class, name = "ambiguous")
})
public sealed interface ResolutionOutcome {
    /** This binding's agent answers. */
    record Bound(BindingSnapshot binding) implements ResolutionOutcome {
        public Bound {
            Fields.required(binding, "binding");
        }
    }

    /** Nobody answers. */
    record Unbound(UnboundReason reason, String detail) implements ResolutionOutcome {
        public Unbound {
            Fields.required(reason, "reason");
            detail = Fields.or(detail, "");
        }
    }

    /** Several bindings are equally near: it is refused, never settled by the order of a list. */
    record Ambiguous(List<String> candidates, String detail) implements ResolutionOutcome {
        public Ambiguous {
            candidates = Fields.list(candidates, "candidates");
            detail = Fields.or(detail, "");
        }
    }
}
