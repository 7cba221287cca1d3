package dev.agenthost.protocol.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.agenthost.protocol.error.Fields;
import java.util.List;

/** The decision of binding-resolver; {@code kind} on the wire. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ResolutionOutcome.Bound.class, name = "bound"),
    @JsonSubTypes.Type(value = ResolutionOutcome.Unbound.class, name = "unbound"),
    @JsonSubTypes.Type(value = ResolutionOutcome.Ambiguous.class, name = "ambiguous")
})
public sealed interface ResolutionOutcome {
    /** The agent of this binding answers. */
    record Bound(BindingSnapshot binding) implements ResolutionOutcome {
        public Bound {
            Fields.required(binding, "binding");
        }
    }

    /** No agent answers. */
    record Unbound(UnboundReason reason, String detail) implements ResolutionOutcome {
        public Unbound {
            Fields.required(reason, "reason");
            detail = Fields.or(detail, "");
        }
    }

    /** Several bindings match equally well: the event is refused, and the order of a list never decides. */
    record Ambiguous(List<String> candidates, String detail) implements ResolutionOutcome {
        public Ambiguous {
            candidates = Fields.list(candidates, "candidates");
            detail = Fields.or(detail, "");
        }
    }
}
