package dev.agenthost.walk.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every served operation is requested by callers without the right to it, so no endpoint is added untested. */
class EndpointsTest {
    @Test
    void everyOperationIsKnockedAtWithEachRole() throws IOException {
        List<RawRequest> tried = Endpoints.byRight("agent", "run", "event").values().stream()
                .flatMap(List::stream)
                .toList();

        assertThat(ApiDocuments.operations())
                .hasSizeGreaterThan(60)
                .filteredOn(operation -> !operation.isSigned() && !operation.isWire())
                .allSatisfy(
                        operation -> assertThat(tried).as(operation.toString()).anyMatch(operation::isAskedBy));
    }

    @Test
    void everyOperationIsTriedByAStrangerOrMadeByANamesake() throws IOException {
        List<RawRequest> tried =
                new ArrayList<>(new CrossTenantRequests(TargetTenant.ofNames(), OtherTenant.NOBODY, "t").examples());
        tried.addAll(DuplicateNames.knocks(TargetTenant.ofNames()));

        assertThat(ApiDocuments.operations())
                .filteredOn(operation -> !operation.isWire())
                .allSatisfy(
                        operation -> assertThat(tried).as(operation.toString()).anyMatch(operation::isAskedBy));
    }

    @Test
    void whatIsServedNowhereIsTriedByNobody() throws IOException {
        List<ApiDocuments.Operation> served = ApiDocuments.operations();
        Stream<RawRequest> tried = Stream.concat(
                new CrossTenantRequests(TargetTenant.ofNames(), OtherTenant.NOBODY, "t").examples().stream(),
                DuplicateNames.knocks(TargetTenant.ofNames()).stream());

        assertThat(tried)
                // Tus defines this for clients without PATCH; it is in no document.
                .filteredOn(knock -> !knock.headers().containsKey("X-HTTP-Method-Override"))
                .allSatisfy(knock -> assertThat(served)
                        .as(knock.method() + " " + knock.path())
                        .anyMatch(operation -> operation.isAskedBy(knock)));
    }
}
