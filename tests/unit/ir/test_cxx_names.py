"""C++ names are shown as people write them, and short."""

import pytest

from raddle.ir.cxx_names import demangle_type, short_name, short_signature, unescaped


@pytest.mark.parametrize(
    ("linkage", "name"),
    [
        ("counter", "counter"),
        ("_ZL7counter", "counter"),
        ("_ZN7Account7depositEi", "Account::deposit"),
        ("_ZZ2stvE1t", "st::t"),
        ("_ZGVZ2stvE1t", "guard variable for st::t"),
        ("_ZTV1B", "vtable for B"),
        ("_ZN12_GLOBAL__N_11fEv", "f"),
        ("_ZN1AD1Ev", "A::~A"),
        ("_ZN1AcviEv", "A::operator int"),
        ("_ZN1AltERKS_", "A::operator<"),
        ("_ZNKSt8functionIFiiEEclEi", "std::function<int (int)>::operator()"),
        ("_ZZ4mainENK3$_0clEi", "main::lambda"),
        ("_ZNSt6vectorIiSaIiEE9push_backERKi", "std::vector<int>::push_back"),
        ("_ZNSt10unique_ptrIiSt14default_deleteIiEED2Ev", "std::unique_ptr<int>::~unique_ptr"),
        (
            "_ZSt13__invoke_implIvPFviEJiEET_St14__invoke_otherOT0_DpOT1_",
            "std::__invoke_impl<void, void (*)(int), int>",
        ),
        (
            "_ZNSt3mapINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEiSt4lessIS5_ESaISt4pairIKS5_iEEEixEOS5_",
            "std::map<std::string, int>::operator[]",
        ),
        ("_ZNSt3__15mutex4lockEv", "std::mutex::lock"),
        ("_Znot_mangled", "_Znot_mangled"),
    ],
)
def test_a_linkage_name_becomes_short(linkage: str, name: str) -> None:
    assert short_name(linkage) == name


def test_a_signature_keeps_its_parameters() -> None:
    assert short_signature("_ZN7Account7depositEi") == "Account::deposit(int)"


def test_a_type_is_named_as_in_the_source() -> None:
    assert demangle_type("St13runtime_error") == "std::runtime_error"
    assert demangle_type("NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE") == "std::string"
    assert demangle_type("i") == "int"


def test_names_of_other_alphabets_are_read() -> None:
    assert short_name('"gr\\C3\\B6\\C3\\9Fe"') == "größe"
    assert short_name("_ZN4Gr\\C3\\B64wertEv") == "Grö::wert"
    assert unescaped("c:\\\\dir\\5Cname") == "c:\\dir\\name"
    assert unescaped("no\\FFutf8") == "no\\FFutf8"
