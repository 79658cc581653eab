"""Looks at what is installed to run the site: known faults, versions and licences, a bill of materials (SBOM).

``make audit`` calls it. Its tools (pip-audit, cyclonedx-bom) live in an environment of their own, so that they are not
part of what they look at. The files go to ``var/audit``. Standard library only.
"""

import importlib.metadata
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.environ.get("SIXTYSIX_VENV") or os.path.join(ROOT, ".venv")
STATE = os.environ.get("SIXTYSIX_STATE_DIR") or os.path.join(ROOT, "var")
TOOLS = os.path.join(STATE, "audit-tools")
TARGET = os.path.join(STATE, "audit")
NOT_CHECKED = "NOT CHECKED for known faults: "
WANTED = ["pip-audit>=2.10,<3", "cyclonedx-bom>=7,<8"]


def main():
    """Write licences and bill, then look for known faults. Status: 0 none, 1 some, 3 not (all) checked."""
    os.makedirs(TARGET, exist_ok=True)
    tool = os.path.join(TOOLS, "bin")
    if not os.path.exists(os.path.join(tool, "pip-audit")):
        subprocess.check_call([sys.executable, "-m", "venv", "--clear", TOOLS])
        subprocess.check_call([os.path.join(tool, "python"), "-m", "pip", "install", "-qq", *WANTED])
    packages = list(needed("sixtysix"))
    licences(packages)
    requirements = os.path.join(TARGET, "requirements.txt")
    with open(requirements, "w", encoding="utf-8") as file:
        file.writelines(f"{each.metadata['Name']}=={each.version}\n" for each in packages)
    bill = os.path.join(TARGET, "sbom.cdx.json")
    command = [os.path.join(tool, "cyclonedx-py"), "requirements", requirements, "--output-reproducible"]
    subprocess.check_call([*command, "--pyproject", os.path.join(ROOT, "pyproject.toml"), "-o", bill])
    print(f"{len(packages)} packages; licences.md and sbom.cdx.json are in {TARGET}", flush=True)
    return known_faults(os.path.join(tool, "pip-audit"), requirements)


def known_faults(tool, requirements):
    """Ask pip-audit; return 1 where it knows a fault, 3 where packages could not be looked up: that is no clean bill."""
    command = [tool, "-r", requirements, "--no-deps", "--disable-pip", "--format", "json", "--progress-spinner", "off"]
    asked = subprocess.run([*command, "--timeout", "10"], capture_output=True, text=True)
    try:
        told = json.loads(asked.stdout)["dependencies"]
    except (ValueError, KeyError):
        told = []
    return verdict(told)


def verdict(told):
    """Print what was found; return the status.

    >>> verdict([{"name": "a", "version": "1", "vulns": []}])
    known faults: none in 1 packages
    0
    >>> verdict([{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1"}]}, {"name": "b", "skip_reason": "away"}])
    NOT CHECKED for known faults: b (away)
    known fault: a 1: PYSEC-1
    1
    >>> verdict([{"name": "a", "skip_reason": "away"}])
    NOT CHECKED for known faults: a (away)
    3
    >>> verdict([])
    NOT CHECKED for known faults: nothing could be looked up; is the service of pip-audit reached from here?
    3
    """
    unchecked = [each for each in told if "skip_reason" in each]
    if not told:
        print(NOT_CHECKED + "nothing could be looked up; is the service of pip-audit reached from here?")
    elif unchecked:
        names = ", ".join(each["name"] for each in unchecked)
        print(f"{NOT_CHECKED}{names} ({unchecked[0]['skip_reason'][:200]})")
    faults = [(each["name"], each["version"], fault["id"]) for each in told for fault in each.get("vulns", [])]
    for name, version, fault in faults:
        print(f"known fault: {name} {version}: {fault}")
    if faults:
        return 1
    if unchecked or not told:
        return 3
    print(f"known faults: none in {len(told)} packages")
    return 0


def needed(name):
    """Yield the packages that a package needs, itself left out, as they are installed in the environment of the site."""
    known = {each.metadata["Name"].lower().replace("_", "-"): each for each in installed()}
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        import tomllib

        todo = [requirement_name(each) for each in tomllib.load(file)["project"]["dependencies"]]
    seen = set()
    while todo:
        wanted = todo.pop()
        if wanted in seen or wanted not in known:
            continue
        seen.add(wanted)
        todo += [requirement_name(each) for each in known[wanted].requires or [] if "extra ==" not in each]
        todo += [extra for extra in (wanted + "-binary",) if extra in known]  # psycopg[binary]
    return (known[each] for each in sorted(seen))


def installed():
    """Return what is installed in the environment of the site."""
    folders = [os.path.join(VENV, "lib", name, "site-packages") for name in os.listdir(os.path.join(VENV, "lib"))]
    return importlib.metadata.distributions(path=folders)


def requirement_name(requirement):
    """Return the name in a requirement.

    >>> requirement_name("psycopg[binary]>=3.2,<4")
    'psycopg'
    """
    name = requirement.split(";")[0].strip()
    for sign in "[ <>=!~(":
        name = name.split(sign)[0]
    return name.lower().replace("_", "-")


def licences(packages):
    """Write the list of versions and licences."""
    with open(os.path.join(TARGET, "licences.md"), "w", encoding="utf-8") as file:
        file.write("| package | version | licence |\n|---|---|---|\n")
        for each in packages:
            file.write(f"| {each.metadata['Name']} | {each.version} | {licence(each.metadata)} |\n")


def licence(told):
    """Return the licence that a package names, wherever it does."""
    classifiers = [
        each.rpartition(" :: ")[2] for each in told.get_all("Classifier") or [] if each.startswith("License")
    ]
    first = (told.get("License") or "").strip().splitlines()
    return told.get("License-Expression") or ", ".join(classifiers) or (first[0] if first else "") or "not told"


if __name__ == "__main__":
    sys.exit(main())
