package dev.agenthost.platform.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPolicyTest {
    private static final AddressPolicy PUBLIC = new AddressPolicy(false);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.8.8",
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "10.255.255.255",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "169.254.170.2",
                "100.64.0.1",
                "100.100.100.200",
                "100.127.255.255",
                "168.63.129.16",
                "192.0.0.1",
                "192.0.0.192",
                "192.0.2.1",
                "192.88.99.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.9",
                "224.0.0.1",
                "239.255.255.250",
                "240.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd12::1",
                "fd00:ec2::254",
                "ff02::1",
                "::ffff:10.0.0.1",
                "::ffff:127.0.0.1",
                "::ffff:a9fe:a9fe",
                "::7f00:1",
                "::127.0.0.1",
                "64:ff9b::a00:1",
                "64:ff9b:1::a00:1",
                "2002:a00:1::",
                "2002:7f00:1::1",
                "2001:0:a00:1::1",
                "2001:10::1",
                "2001:20::1",
                "2001:2::1",
                "2001:db8::1",
                "3fff::1",
                "100::1",
                "5f00::1"
            })
    void staysOutOfPrivateNetworks(String address) throws Exception {
        assertThat(allows(PUBLIC, address)).isFalse();
        assertThat(allows(new AddressPolicy(true), address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "93.184.216.34",
                "8.8.8.8",
                "172.32.0.1",
                "172.15.0.1",
                "100.128.0.1",
                "100.63.0.1",
                "168.63.129.17",
                "192.0.1.1",
                "198.20.0.1",
                "223.255.255.255",
                "2606:4700::1111",
                "2001:4860:4860::8888",
                "2a00:1450::1"
            })
    void goesToPublicAddresses(String address) throws Exception {
        assertThat(allows(PUBLIC, address)).isTrue();
    }

    @Test
    void oneForbiddenAddressForbidsTheHost() throws Exception {
        List<InetAddress> both = List.of(InetAddress.getByName("8.8.8.8"), InetAddress.getByName("10.0.0.1"));

        assertThat(PUBLIC.allows("h", 80, both)).isFalse();
        assertThat(PUBLIC.allows("h", 80, List.of())).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16,     10.1.2.3,  true",
        "10.1.0.0/16,     10.2.0.1,  false",
        "10.128.0.0/9,    10.200.0.1,true",
        "10.128.0.0/9,    10.127.0.1,false",
        "127.0.0.1/32,    127.0.0.1, true",
        "127.0.0.1/32,    127.0.0.2, false",
        "0.0.0.0/0,       10.0.0.1,  true",
        "0.0.0.0/0,       ::1,       false",
        "fd00::/8,        fd12::1,   true",
        "fd00::/8,        fc00::1,   false",
        "::1/128,         ::1,       true",
        "models.in:8000,  10.0.0.1,  true",
        "MODELS.IN:8000,  10.0.0.1,  true",
        "models.in:8001,  10.0.0.1,  false",
        "other.in:8000,   10.0.0.1,  false"
    })
    void anOperatorLetsThroughWhatHeNames(String entry, String address, boolean through) throws Exception {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(List.of(entry)));

        assertThat(rules.allows("models.in", 8000, List.of(InetAddress.getByName(address))))
                .isEqualTo(through);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "host",
                "10.0.0.0",
                "10.0.0.0/33",
                "10.0.0.0/x",
                "host/8",
                "/8",
                "::1/129",
                "host:port",
                "http://h:80",
                "999.1.1.1/8"
            })
    void anEntryThatIsNeitherIsRefusedAtTheStart(String entry) {
        assertThatThrownBy(() -> AllowList.parse(List.of(entry))).isInstanceOf(IllegalArgumentException.class);
    }

    private static boolean allows(AddressPolicy rules, String address) throws Exception {
        return rules.allows("h", 80, List.of(InetAddress.getByName(address)));
    }
}
