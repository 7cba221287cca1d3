package dev.agenthost.protocol.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ValueNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.math.BigDecimal;

/**
 * Numbers keep their digits, so {@code 1e100000} is nine characters for its sender and a hundred thousand for a database that writes
 * it out. What no person counts with is refused.
 */
final class BoundedNumbers extends JsonNodeFactory {
    private static final long serialVersionUID = 1L;

    BoundedNumbers() {
        super(true);
    }

    /** @throws InvalidFieldException for a number that has more than {@value ProtocolCodec#MAX_DIGITS} digits when written out */
    @Override
    public ValueNode numberNode(BigDecimal number) {
        long whole = (long) number.precision() - number.scale();
        if (whole > ProtocolCodec.MAX_DIGITS || number.scale() > ProtocolCodec.MAX_DIGITS) {
            throw new InvalidFieldException("", "has a number of more than " + ProtocolCodec.MAX_DIGITS + " digits");
        }
        return super.numberNode(number);
    }
}
